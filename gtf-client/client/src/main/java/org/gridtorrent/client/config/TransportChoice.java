package org.gridtorrent.client.config;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;

/**
 * How peers are reached: {@code tcp}, {@code ptcp} with as many streams as pay, or {@code ptcp:N}.
 *
 * @param streams if their number is fixed
 */
public record TransportChoice(String name, OptionalInt streams) {
    public static final TransportChoice TCP = new TransportChoice(
            TcpTransport.NAME, OptionalInt.empty());

    private static final int MAX_STREAMS = 128;
    private static final Pattern FORM = Pattern.compile("tcp|ptcp(?::(\\d{1,3}))?");

    /** {@link IllegalArgumentException} names the text when it is malformed. */
    public static TransportChoice parse(String text) {
        if (text.equals(TcpTransport.NAME)) {
            return TCP;
        }
        Matcher match = FORM.matcher(text);
        if (!match.matches() || (match.group(1) != null && !isCount(match.group(1)))) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a transport; write tcp, ptcp, or ptcp:N with N from 1 to "
                    + MAX_STREAMS);
        }
        return new TransportChoice(PtcpTransport.NAME, match.group(1) == null
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(match.group(1))));
    }

    private static boolean isCount(String digits) {
        int count = Integer.parseInt(digits);
        return count >= 1 && count <= MAX_STREAMS;
    }

    /** The transport for peers that are reached over PTCP. */
    public PtcpTransport ptcp() {
        return streams.isEmpty() ? new PtcpTransport() : new PtcpTransport(streams.getAsInt());
    }

    @Override
    public String toString() {
        return streams.isEmpty() ? name : name + ":" + streams.getAsInt();
    }
}
