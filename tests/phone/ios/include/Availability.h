#pragma once
// Every version of iOS that matters here has everything that is declared.
