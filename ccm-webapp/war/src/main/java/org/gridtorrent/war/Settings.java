package org.gridtorrent.war;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.catalog.db.DatabaseLogin;
import org.gridtorrent.ccm.mail.MailServer;
import org.gridtorrent.ccm.mail.MailServer.Security;
import org.gridtorrent.ccm.metrics.MetricsToken;
import org.gridtorrent.ccm.site.CcmOptions;
import org.gridtorrent.identity.CertificateAuthority;
import org.gridtorrent.identity.IdentityException;
import org.gridtorrent.identity.Pem;
import org.gridtorrent.metainfo.address.ServerUri;
import org.jspecify.annotations.Nullable;

/**
 * What the pages are told: by a context parameter such as {@code gridtorrent.pages-url}, else by a
 * system property of that name, else by the environment's {@code GRIDTORRENT_PAGES_URL}.
 */
final class Settings {

    /** One of the places where a setting may be. */
    @FunctionalInterface
    interface Place {
        @Nullable
        String get(String name);
    }

    /** An IPv6 address stands in brackets. */
    private static final Pattern PLACE = Pattern.compile("\\[?([^\\[\\]]+?)\\]?:([0-9]{1,5})");

    private final Place context;
    private final Place properties;
    private final Place environment;

    Settings(Place context, Place properties, Place environment) {
        this.context = context;
        this.properties = properties;
        this.environment = environment;
    }

    DatabaseLogin database() {
        return new DatabaseLogin(required("database"), optional("database-user").orElse(""),
                optional("database-password-file").map(Settings::firstLine).orElse(""));
    }

    CcmOptions options() {
        X509Certificate authority = certificate(required("ca-certificate"));
        Set<String> hosts = Set.of(optional("hosts").map(all -> all.split("[, ]+"))
                .orElse(new String[0]));
        try {
            return new CcmOptions(CertificateAuthority.siteOf(authority),
                    uri("pages-url"), uri("tracker-url"),
                    authority, optional("announce-url").map(_ -> uri("announce-url")), hosts,
                    mail(),
                    Optional.empty(), Optional.empty(), Optional.empty());
        } catch (IdentityException e) {
            throw new IllegalStateException(said("ca-certificate") + " is not a site's: "
                    + e.getMessage(), e);
        }
    }

    private URI uri(String name) {
        try {
            return ServerUri.parse(required(name), List.of("http", "https"));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(said(name) + ": the address " + e.getMessage(), e);
        }
    }

    /** Empty for a site that sends none. */
    private Optional<MailServer> mail() {
        Optional<String> server = optional("mail");
        if (server.isEmpty()) {
            return Optional.empty();
        }
        Matcher place = PLACE.matcher(server.get());
        if (!place.matches()) {
            throw new IllegalStateException(said("mail") + " is no HOST:PORT: " + server.get());
        }
        try {
            return Optional.of(new MailServer(place.group(1), Integer.parseInt(place.group(2)),
                    security(), optional("mail-user"),
                    optional("mail-password-file").map(Path::of), required("mail-from"),
                    optional("mail-confirm").filter("true"::equals).isPresent()));
        } catch (IllegalArgumentException impossible) {
            throw new IllegalStateException(said("mail") + ": " + impossible.getMessage(),
                    impossible);
        }
    }

    private Security security() {
        String word = optional("mail-security").orElse("starttls");
        return Arrays.stream(Security.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(word)).findFirst()
                .orElseThrow(() -> new IllegalStateException(said("mail-security")
                        + " has to be starttls, tls or none"));
    }

    /** Who may read measurements; empty where nobody does. */
    Optional<MetricsToken> metricsToken() {
        return optional("metrics-token-file").map(file -> {
            try {
                return MetricsToken.open(Path.of(file));
            } catch (IOException e) {
                throw new UncheckedIOException(file + " cannot be read", e);
            }
        });
    }

    private String required(String name) {
        return optional(name).orElseThrow(() -> new IllegalStateException(
                "missing: the context parameter or system property " + said(name) + ", or "
                        + inEnvironment(name) + " in the environment"));
    }

    private Optional<String> optional(String name) {
        return get(context, said(name)).or(() -> get(properties, said(name)))
                .or(() -> get(environment, inEnvironment(name)));
    }

    private static Optional<String> get(Place place, String name) {
        return Optional.ofNullable(place.get(name)).map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private static String said(String name) {
        return "gridtorrent." + name;
    }

    private static String inEnvironment(String name) {
        return "GRIDTORRENT_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private static String firstLine(String file) {
        return read(file).lines().findFirst().filter(line -> !line.isEmpty())
                .orElseThrow(() -> new IllegalStateException(
                        file + " has no password in its first line"));
    }

    private static X509Certificate certificate(String file) {
        try {
            return Pem.certificate(read(file));
        } catch (IdentityException e) {
            throw new IllegalStateException(file + " is no certificate: " + e.getMessage(), e);
        }
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }
}
