package org.gridtorrent.metainfo.reason;

/** Words for reasons in one language. */
public interface ReasonLanguage {
    /**
     * The sentence, or part of one, with {0}, {1}… for the arguments in the order of {@link ReasonCode#arguments()}.
     *
     * @param isOne whether the first argument is a count of one
     */
    String pattern(ReasonCode code, boolean isOne);

    String bytes(long bytes);

    String count(long count);

    /** What the site refused, by the name of the refusal. */
    String refusal(String name);
}
