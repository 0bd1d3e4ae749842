// The header of the system's libyaml: `apt install libyaml-dev` or `brew install libyaml`.
#include <yaml.h>
