package org.gridtorrent.bench.transfer;

/** From what to what bytes are moved. */
enum Medium {
    MEMORY("memory to memory"),
    DISK("disk to disk");

    private final String words;

    Medium(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
