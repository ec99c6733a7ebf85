"""What the operating system gives: folders, log files, locks and child processes. Knows nothing of code."""
