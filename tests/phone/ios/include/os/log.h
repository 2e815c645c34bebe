#pragma once
// Logs, as far as signposts require them. The names are Apple's.
typedef struct os_log_s *os_log_t;
#ifdef __cplusplus
extern "C" {
#endif
os_log_t os_log_create(const char *subsystem, const char *category);
#ifdef __cplusplus
}
#endif
