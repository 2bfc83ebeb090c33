package org.gridtorrent.tracker.announce;

/** Why a stranger is not answered, in the words that its client shows. */
final class Refusal extends Exception {
    /** For what is not there, and for what is there and not for everybody: nobody learns which. */
    static final String UNKNOWN = "no such content here";

    private static final long serialVersionUID = 1L;

    private final String words;

    Refusal(String words) {
        super(words, null, false, false); // no stack: strangers cause it as often as they like
        this.words = words;
    }

    static Refusal unknown() {
        return new Refusal(UNKNOWN);
    }

    String words() {
        return words;
    }
}
