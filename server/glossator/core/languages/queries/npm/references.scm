; A manifest uses nothing.
