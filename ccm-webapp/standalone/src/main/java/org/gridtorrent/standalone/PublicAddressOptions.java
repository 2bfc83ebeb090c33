package org.gridtorrent.standalone;

import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.gridtorrent.metainfo.DisplayText;
import org.gridtorrent.metainfo.address.ServerUri;
import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.terminal.CommandFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of {@code run} for the addresses at which others reach the site. */
final class PublicAddressOptions {
    @Option(names = "--host", paramLabel = "NAME", description = "Host name of this server for other machines. Required when listening on all "
            + "addresses.")
    private @Nullable String host;

    @Option(names = "--pages-url", paramLabel = "URL", description = "Public address of the pages behind a reverse proxy. If it has a path, all pages are "
            + "below it; the proxy must pass the path on unchanged.")
    private @Nullable String pages;

    @Option(names = "--tracker-url", paramLabel = "URL", description = "Public address of the tracker behind a load balancer: https://HOST:PORT.")
    private @Nullable String tracker;

    @Option(names = "--trusted-proxy", paramLabel = "ADDRESS", split = ",", converter = Literal.class, description = "Address of a reverse proxy whose X-Forwarded-For header is trusted. Separate "
            + "several with commas, or repeat the option.")
    private List<InetAddress> proxies = new ArrayList<>();

    @Option(names = "--balancer", paramLabel = "ADDRESS", split = ",", converter = Literal.class, description = "Address of a load balancer in front of the tracker. It must use the PROXY protocol. "
            + "Separate several with commas, or repeat the option.")
    private List<InetAddress> balancers = new ArrayList<>();

    PublicAddresses addresses() {
        return new PublicAddresses(host == null ? null : name(host),
                pages == null ? null : uri("--pages-url", pages, "http", "https"),
                tracker == null ? null : uri("--tracker-url", tracker, "https"),
                Set.copyOf(proxies), Set.copyOf(balancers));
    }

    private static URI uri(String option, String text, String... schemes) {
        try {
            return ServerUri.parse(text, List.of(schemes));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUsage(
                    option + ": '" + DisplayText.escape(text) + "' " + e.getMessage());
        }
    }

    /** A name, or an address as numbers. */
    private static String name(String text) {
        try {
            var _ = InetAddress.ofLiteral(text);
            return text;
        } catch (IllegalArgumentException notNumeric) {
            try {
                return ServerUri.hostName(text);
            } catch (IllegalArgumentException e) {
                throw CommandFailure.wrongUsage(
                        "--host: '" + DisplayText.escape(text) + "' " + e.getMessage());
            }
        }
    }

    /** An address as numbers, so that nobody is asked what a name means. */
    static final class Literal implements ITypeConverter<InetAddress> {
        @Override
        public InetAddress convert(String value) {
            try {
                return InetAddress.ofLiteral(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + value + "' is not an IP address");
            }
        }
    }
}
