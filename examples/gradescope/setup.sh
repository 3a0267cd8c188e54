#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: installs attncheck and what submissions need.
set -euo pipefail
source=${AUTOGRADER:-/autograder}/source
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends g++ python3 python3-numpy bubblewrap
if [ -e "$source/attncheck.deb" ]; then
  apt-get install -y --no-install-recommends "$source/attncheck.deb"
else
  mkdir -p /opt/attncheck
  tar -xzf "$source/attncheck.tar.gz" -C /opt/attncheck --strip-components=1
  /opt/attncheck/script/gate
  ln -sf /opt/attncheck/build/gate/attncheck /usr/local/bin/attncheck
fi
attncheck --version
