#pragma once
// All declarations are available in every version of iOS that matters here.
