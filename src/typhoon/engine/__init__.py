"""The kernel: positions, phases, decisions, orders, events, dice, journals, views and rulings."""
