package org.gridtorrent.client.daemon;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How this device connects to peers: {@code tcp}, or {@code ptcp} with so many streams. */
public record TransportChoice(String name, int streams) {
    private static final int MOST_STREAMS = 64;
    private static final int USUAL_STREAMS = 4;
    private static final Pattern PTCP = Pattern.compile("ptcp(?::(\\d{1,3}))?");

    /** {@link IllegalArgumentException} names the text when it is malformed. */
    public static TransportChoice parse(String text) {
        if (text.equals("tcp")) {
            return new TransportChoice("tcp", 1);
        }
        Matcher match = PTCP.matcher(text);
        int streams = !match.matches()
                ? 0
                : match.group(1) == null ? USUAL_STREAMS : Integer.parseInt(match.group(1));
        if (streams < 1 || streams > MOST_STREAMS) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a transport; write tcp or ptcp:N, N from 1 to "
                            + MOST_STREAMS);
        }
        return new TransportChoice("ptcp", streams);
    }

    @Override
    public String toString() {
        return name.equals("tcp") ? name : name + ":" + streams;
    }
}
