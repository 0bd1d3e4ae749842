// glibc's settings of `malloc`, which Swift's Glibc module leaves out. Other systems have none.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
