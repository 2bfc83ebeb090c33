package org.gridtorrent.engine.choke;

/** Choking algorithm: the rule by which upload slots are assigned. */
public enum ChokeMode {
    /** All interested peers in turns, up to the number of slots: for peers that cooperate. */
    COOPERATIVE,
    /** While downloading, the peers that send us most, and an optimistic unchoke: for peers that trade (BEP 3). */
    BY_RATE
}
