"""Commands that check whether everything works."""

from __future__ import annotations

from engine.cli.arguments import Commands, Listed, declare


def care(commands: Commands) -> Listed:
    """Declare the commands that check whether everything works."""
    doctor = declare(
        commands, "doctor", "doctor:doctor", "check the installation and workspace for problems", json=True
    )
    doctor.add_argument(
        "--restore",
        metavar="BACKUP",
        nargs="?",
        const="",
        help="restore this backup (default: the newest intact backup) and set the current file aside",
    )
    doctor.add_argument(
        "--begin-anew",
        action="store_true",
        help="give up a damaged or lost workspace, but keep its backups; you can then create a new workspace",
    )
    completion = declare(
        commands,
        "completion",
        "completion:completion",
        "print a shell script that completes commands, options, and names of runs, agents and scenarios",
        'For bash or zsh, add `eval "$(townwright completion bash)"` (or zsh) to ~/.bashrc or ~/.zshrc. '
        "For fish, add `townwright completion fish | source` to ~/.config/fish/config.fish.",
    )
    shells = ("bash", "zsh", "fish")
    completion.add_argument("shell", metavar="SHELL", choices=shells, help="the shell: bash, zsh or fish")
    return [
        ("doctor", "Check for problems; --restore restores a backup"),
        ("completion SHELL", "Set up Tab completion for bash, zsh or fish"),
    ]
