package org.gridtorrent.client.torrent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.engine.transport.PtcpTransport;
import org.gridtorrent.engine.transport.TcpTransport;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What named peers are dialled over: {@code tcp}, {@code ptcp}, or {@code ptcp:N} with N streams. */
record TransportChoice(String name, int streams) {
    private static final int USUAL_STREAMS = 4;
    static final TransportChoice TCP = new TransportChoice(TcpTransport.NAME, USUAL_STREAMS);
    private static final int MAX_STREAMS = 128;
    private static final Pattern FORM = Pattern.compile("tcp|ptcp(?::(\\d{1,3}))?");

    static TransportChoice parse(String text) {
        Matcher match = FORM.matcher(text);
        if (!match.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not tcp, ptcp or ptcp:N");
        }
        if (text.equals(TcpTransport.NAME)) {
            return TCP;
        }
        int streams = match.group(1) == null ? USUAL_STREAMS : Integer.parseInt(match.group(1));
        if (streams < 1 || streams > MAX_STREAMS) {
            throw new IllegalArgumentException("streams must be 1 to 128: " + streams);
        }
        return new TransportChoice(PtcpTransport.NAME, streams);
    }

    /** Reads option values. */
    static final class Converter implements ITypeConverter<TransportChoice> {
        @Override
        public TransportChoice convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
