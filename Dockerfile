# attncheck for machines that are not Debian or Ubuntu:
#   docker build -t attncheck .
#   docker run --rm -v "$PWD:/here" -w /here attncheck check my_attention.c
FROM debian:bookworm-slim AS build
COPY script /attncheck/script
RUN /attncheck/script/setup build
COPY . /attncheck
RUN cmake --preset release -S /attncheck -B /attncheck/build/docker -DATTNCHECK_TESTS=OFF \
    && cmake --build /attncheck/build/docker \
    && cmake --install /attncheck/build/docker --prefix /installed --component runtime --strip

# g++ stays: attncheck compiles the C and C++ files it is given.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends g++ libmpfi0 libmpfr6 libgmp10 libfmt9 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /installed /usr/local
ENTRYPOINT ["attncheck"]
CMD ["--help"]
