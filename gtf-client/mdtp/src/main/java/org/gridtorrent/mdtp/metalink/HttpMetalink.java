package org.gridtorrent.mdtp.metalink;

import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.MetalinkHeaders;
import org.gridtorrent.mdtp.http.ReplicaUri;

/**
 * What a response's headers say of the file: other replicas and checksums (RFC 6249, RFC 9530).
 *
 * <p>Malformed links and digests are ignored.
 *
 * @param replicas addresses of the same file ({@code rel=duplicate}), the preferred ones first
 * @param documents addresses of Metalinks of it ({@code rel=describedby})
 * @param checksums at most one of each type
 */
public record HttpMetalink(List<Link> replicas, List<Link> documents, List<Checksum> checksums) {

    /** Names of the Digest header (RFC 3230) that differ from the textual ones. */
    private static final Map<String, HashType> DIGEST_NAMES = Map.of("sha", HashType.SHA_1);

    /** Address in a header, and which hosts it may lead to. */
    public record Link(URI uri, AddressPolicy policy) {}

    private record RankedLink(Link link, boolean isPreferred, int priority) {}

    /** Reads the headers of the redirects that led to a response, and its own. */
    public static HttpMetalink of(List<MetalinkHeaders> responses) {
        List<RankedLink> replicas = new ArrayList<>();
        List<Link> documents = new ArrayList<>();
        Map<HashType, Checksum> checksums = new HashMap<>();
        for (MetalinkHeaders response : responses) {
            response.links().stream().flatMap(value -> LinkHeader.parse(value).stream())
                    .limit(LinkHeader.MAX_LINKS).forEach(link -> {
                        if (link.isOfType("duplicate")) {
                            resolve(link, response).ifPresent(
                                    found -> replicas.add(ranked(found, link)));
                        } else if (isOfDocument(link)) {
                            resolve(link, response).ifPresent(documents::add);
                        }
                    });
            checksums(response).forEach(
                    checksum -> checksums.putIfAbsent(checksum.type(), checksum));
        }
        return new HttpMetalink(
                replicas.stream()
                        .sorted(Comparator.comparing((RankedLink link) -> !link.isPreferred)
                                .thenComparingInt(RankedLink::priority))
                        .map(RankedLink::link).toList(),
                List.copyOf(documents), List.copyOf(checksums.values()));
    }

    private static RankedLink ranked(Link found, LinkHeader link) {
        return new RankedLink(found, link.parameters().containsKey("pref"),
                MetalinkUrl.priority(link.parameters().getOrDefault("pri", "")));
    }

    private static boolean isOfDocument(LinkHeader link) {
        return link.isOfType("describedby") && Metalink.MEDIA_TYPE
                .equalsIgnoreCase(link.parameters().getOrDefault("type", ""));
    }

    private static Optional<Link> resolve(LinkHeader link, MetalinkHeaders response) {
        if (link.target().length() > ReplicaUri.MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            URI uri = ReplicaUri.parse(response.base().resolve(link.target()).toString());
            return Optional.of(new Link(uri, response.linkPolicy()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A redirect's Digest is of the file that it leads to; its Repr-Digest is of its own body. */
    private static Stream<Checksum> checksums(MetalinkHeaders response) {
        Stream<String> representation = response.isRedirect()
                ? Stream.empty()
                : members(response.reprDigests());
        return Stream.concat(representation, members(response.digests()))
                .flatMap(member -> checksum(member).stream());
    }

    private static Stream<String> members(List<String> values) {
        return values.stream().flatMap(value -> Stream.of(value.split(","))).map(String::strip);
    }

    /** Reads {@code SHA-256=base64} or {@code sha-256=:base64:}. */
    private static Optional<Checksum> checksum(String member) {
        int equals = member.indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        String name = member.substring(0, equals).toLowerCase(Locale.ROOT);
        String value = member.substring(equals + 1).replaceFirst("^:([^:]*):.*$", "$1");
        try {
            byte[] bytes = Base64.getDecoder().decode(value);
            return Optional.ofNullable(DIGEST_NAMES.get(name)).or(() -> HashType.named(name))
                    .map(type -> new Checksum(type, bytes));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
