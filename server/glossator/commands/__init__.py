"""The batch commands of the command line, and the terminal they and the clients' commands write to."""
