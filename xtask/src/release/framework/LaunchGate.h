// The framework contains the agent of launchgate, which records the launch of an app that links it. The header has no declarations.
