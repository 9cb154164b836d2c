"""How hard hypothesis looks: the same examples every time, or many new ones with TYPHOON_LONG=1."""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("long", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile("long" if os.environ.get("TYPHOON_LONG") == "1" else "ci")
