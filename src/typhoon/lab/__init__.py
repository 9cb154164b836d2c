"""Many games at once, and what they add up to."""

from typhoon.lab.experiment import Experiment, WrongExperiment
from typhoon.lab.runner import GameBroke, GameRow, Job, play_game, play_games
from typhoon.lab.summary import Summary, summarize

__all__ = [
    "Experiment",
    "GameBroke",
    "GameRow",
    "Job",
    "Summary",
    "WrongExperiment",
    "play_game",
    "play_games",
    "summarize",
]
