"""`typhoon serve`: play in the browser."""

from __future__ import annotations

import secrets
import sys
from argparse import Namespace
from pathlib import Path

from typhoon.cli.inputs import WrongInput
from typhoon.cli.saving import data_folder


def run(args: Namespace) -> int:
    from typhoon.server.serving import CannotServe, serve
    from typhoon.server.settings import Settings
    from typhoon.server.store import StoreError

    settings = Settings(
        Path(args.data) if args.data else data_folder(),
        args.host,
        args.port,
        host_key=secrets.token_urlsafe(18),
        proxy=args.proxy,
    )
    try:
        serve(settings, browser=not args.no_browser, tell=_tell)
    except (CannotServe, StoreError) as error:
        raise WrongInput(str(error)) from error
    return 0


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
