/** PTCP: one byte stream over many TCP streams, as a library. */
module org.gridtorrent.ptcp {
    requires static org.jspecify;

    exports org.gridtorrent.ptcp;
}
