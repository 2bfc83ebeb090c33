package org.gridtorrent.engine.choke;

/** By what rule upload slots are given. */
public enum ChokeMode {
    /** Everybody who is interested, up to the number of slots, in turns: for peers with one aim. */
    COOPERATIVE,
    /** While content is fetched, the fastest, who give most back, and one by luck: for peers that trade. */
    BY_RATE
}
