package org.gridtorrent.standalone.home;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address to listen at, as people write it: {@code 127.0.0.1:8480}, {@code [::1]:8480}. */
public record HostPort(String host, int port) {

    /** Throws {@link IllegalArgumentException} with the text in it. */
    public static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (host.contains(":") && !bracketed) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not HOST:PORT; write [::1]:8480 for IPv6");
        }
        return new HostPort(bracketed ? host.substring(1, host.length() - 1) : host,
                port(text, text.substring(colon + 1)));
    }

    private static int port(String text, String digits) {
        try {
            int port = Integer.parseInt(digits);
            if (port >= 0 && port <= 65_535) {
                return port;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("'" + text + "' has no port between 0 and 65535");
    }

    public InetSocketAddress address() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Reads option values. */
    public static final class Converter implements ITypeConverter<HostPort> {
        @Override
        public HostPort convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
