package org.gridtorrent.bench.transfer;

/** Medium that bytes are moved from and to. */
enum Medium {
    MEMORY("memory to memory"),
    DISK("disk to disk");

    private final String title;

    Medium(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
