package org.gridtorrent.tracker;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.identity.SiteKeys;

/**
 * A node of a site's tracker as a program: {@code FOLDER PORT BALANCER…}, its database told by the
 * environment. It ends when its standard input does.
 */
final class TrackerNode {
    static final String URL = "NODE_DATABASE";
    static final String USER = "NODE_USER";
    static final String PASSWORD = "NODE_PASSWORD";

    private TrackerNode() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        var balancers = Arrays.stream(arguments).skip(2).map(InetAddress::ofLiteral)
                .collect(Collectors.toSet());
        var options = new TrackerOptions("127.0.0.1", port, "lab", URI.create("http://pages.test"),
                URI.create("https://127.0.0.1:" + port), false, balancers);
        SiteKeys keys = SiteKeys.openOrCreate(Path.of(arguments[0]), "lab");
        try (Catalog catalog = Catalog.open(login());
                TrackerServer server = TrackerServer.start(options, keys, catalog)) {
            System.out.println(server.port());
            while (System.in.read() >= 0) {
                // nothing is said to it
            }
        }
    }

    private static DatabaseLogin login() {
        return new DatabaseLogin(environment(URL), environment(USER), environment(PASSWORD));
    }

    private static String environment(String name) {
        return Objects.requireNonNull(System.getenv(name), name);
    }
}
