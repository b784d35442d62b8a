"""Commands that check whether everything works."""

from __future__ import annotations

from engine.cli.arguments import Commands, Listed, declare


def care(commands: Commands) -> Listed:
    """Declare the commands that check whether everything works."""
    doctor = declare(
        commands, "doctor", "doctor:doctor", "see whether everything that Townwright needs is well", json=True
    )
    doctor.add_argument(
        "--restore",
        metavar="BACKUP",
        nargs="?",
        const="",
        help="put the newest good backup (or this one) in place of the workspace's file, which is kept",
    )
    doctor.add_argument(
        "--begin-anew",
        action="store_true",
        help="give a damaged or lost workspace up: its backups are kept aside, and a new one can be made",
    )
    completion = declare(
        commands,
        "completion",
        "completion:completion",
        "print what makes a shell complete commands, options, and the names of runs, agents and scenarios",
        'For bash and zsh put `eval "$(townwright completion bash)"` (or zsh) into ~/.bashrc or ~/.zshrc; '
        "for fish `townwright completion fish | source` into ~/.config/fish/config.fish.",
    )
    shells = ("bash", "zsh", "fish")
    completion.add_argument("shell", metavar="SHELL", choices=shells, help="bash, zsh or fish")
    return [
        ("doctor", "is everything well? --restore puts a backup in place"),
        ("completion SHELL", "what makes bash, zsh or fish complete its words with Tab"),
    ]
