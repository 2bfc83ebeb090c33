package org.gridtorrent.client.torrent;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An address as people write it: {@code HOST:PORT}, an IPv6 address in brackets. */
record HostPort(String host, int port) {

    static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw new IllegalArgumentException(
                    "'" + text + "': write an IPv6 address in brackets");
        }
        String digits = text.substring(colon + 1);
        if (host.isEmpty() || !digits.matches("\\d{1,5}") || Integer.parseInt(digits) > 65535) {
            throw new IllegalArgumentException("'" + text + "' is not HOST:PORT");
        }
        return new HostPort(host, Integer.parseInt(digits));
    }

    /** Asks the name service. */
    InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    static String words(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Reads option values. */
    static final class Converter implements ITypeConverter<HostPort> {
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
