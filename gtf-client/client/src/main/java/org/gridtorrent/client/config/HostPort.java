package org.gridtorrent.client.config;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An address as people write it: {@code HOST:PORT}, an IPv6 address in brackets. */
public record HostPort(String host, int port) {

    public static HostPort parse(String text) {
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
    public InetSocketAddress resolve() {
        return new InetSocketAddress(host, port);
    }

    public static String words(InetSocketAddress address) {
        return host(address) + ":" + address.getPort();
    }

    private static String host(InetSocketAddress address) {
        InetAddress resolved = address.getAddress();
        if (resolved == null) {
            return address.getHostString();
        }
        if (!(resolved instanceof Inet6Address)) {
            return resolved.getHostAddress();
        }
        return resolved.isAnyLocalAddress() ? "[::]" : "[" + resolved.getHostAddress() + "]";
    }
}
