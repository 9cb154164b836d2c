"""Write golden journals anew as the present writer does; what they tell stays the same.

python -m tests.golden.rewrite
"""

from pathlib import Path

import typhoon


def main() -> None:
    for path in sorted(Path(__file__).parent.glob("*.journal")):
        path.write_text(str(typhoon.load(path.read_text(encoding="utf-8")).journal), encoding="utf-8")


if __name__ == "__main__":
    main()
