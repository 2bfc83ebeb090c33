package org.gridtorrent.mdtp.metalink;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.HashType;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.MetalinkHeaders;
import org.gridtorrent.mdtp.metalink.HttpMetalink.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpMetalinkTest {
    private static final URI BASE = URI.create("http://example.com/d/example.ext");
    private static final Checksum SHA_256 = checksum(HashType.SHA_256);

    private static Checksum checksum(HashType type) {
        return new Checksum(type, type.newDigest().digest("abc".getBytes(US_ASCII)));
    }

    private static String base64(HashType type) {
        return Base64.getEncoder()
                .encodeToString(type.newDigest().digest("abc".getBytes(US_ASCII)));
    }

    private static HttpMetalink links(String... values) {
        return HttpMetalink.of(List.of(new MetalinkHeaders(BASE, false, AddressPolicy.PUBLIC,
                List.of(values), List.of(), List.of())));
    }

    private static HttpMetalink digests(boolean isRedirect, List<String> digests,
            List<String> reprDigests) {
        return HttpMetalink.of(List.of(new MetalinkHeaders(BASE, isRedirect, AddressPolicy.PUBLIC,
                List.of(), digests, reprDigests)));
    }

    private static List<String> replicas(String... values) {
        return links(values).replicas().stream().map(link -> link.uri().toString()).toList();
    }

    @Test
    void duplicatesAreReplicasByPreferenceAndPriority() {
        assertThat(replicas(
                "<http://a.example/e>; rel=duplicate; pri=2; geo=gb, <http://b.example/e>; rel=\"duplicate\"; pri=1",
                "<http://c.example/e>; rel=duplicate",
                "<http://d.example/e>;rel=duplicate;pri=9;pref"))
                .containsExactly("http://d.example/e", "http://b.example/e", "http://a.example/e",
                        "http://c.example/e");
    }

    @Test
    void describingMetalinkIsADocument() {
        HttpMetalink found = links(
                "<example.ext.meta4>; rel=describedby; type=\"application/metalink4+xml\"",
                "<http://example.com/example.ext.torrent>; rel=describedby; type=\"application/x-bittorrent\"",
                "<http://example.com/example.ext.asc>; rel=describedby; type=\"application/pgp-signature\"");
        assertThat(found.documents()).containsExactly(
                new Link(URI.create("http://example.com/d/example.ext.meta4"),
                        AddressPolicy.PUBLIC));
        assertThat(found.replicas()).isEmpty();
    }

    @Test
    void quotedParametersMayHoldSeparators() {
        assertThat(replicas(
                "<http://a.example/e>; title=\"a, b; c \\\" <x>\"; REL=\"Next DUPLICATE\", <http://b.example/e>; rel=duplicate"))
                .containsExactly("http://a.example/e", "http://b.example/e");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "http://a.example/e; rel=duplicate", "<http://a.example/e",
        "<http://a.example/e>", "<http://a.example/e>; rel", "<http://a.example/e>; rel=\"",
        "<http://a.example/e>; rel=next", "<http://a.example/e>; rel=duplicate; anchor=\"/x\"",
        "<ftp://a.example/e>; rel=duplicate", "<file:///etc/passwd>; rel=duplicate",
        "<http://u:p@a.example/e>; rel=duplicate", "<http://a b/>; rel=duplicate",
        "<http://a.example/e> rel=duplicate", ",,;,<>;"})
    void otherLinksAreIgnored(String value) {
        assertThat(replicas(value)).isEmpty();
    }

    @Test
    void linksAreLimited() {
        String link = "<http://a.example/e>; rel=duplicate, ";
        assertThat(replicas(link.repeat(5_000), link.repeat(5_000)))
                .hasSizeLessThanOrEqualTo(LinkHeader.MAX_LINKS);
        assertThat(replicas("<http://a.example/" + "e".repeat(9_000) + ">; rel=duplicate"))
                .isEmpty();
    }

    @Test
    void digestIsTheFilesChecksum() {
        assertThat(digests(false, List.of("MD5=AAAA, SHA-256=" + base64(HashType.SHA_256),
                "sha=" + base64(HashType.SHA_1)), List.of()).checksums())
                .containsExactlyInAnyOrder(SHA_256, checksum(HashType.SHA_1));
        assertThat(digests(false, List.of(), List.of("sha-512=:" + base64(HashType.SHA_512)
                + ":;x=1, sha-256=:" + base64(HashType.SHA_256) + ":")).checksums())
                .containsExactlyInAnyOrder(SHA_256, checksum(HashType.SHA_512));
    }

    @Test
    void redirectsReprDigestIsOfItsOwnBody() {
        String digest = base64(HashType.SHA_256);
        assertThat(digests(true, List.of(), List.of("sha-256=:" + digest + ":")).checksums())
                .isEmpty();
        assertThat(digests(true, List.of("SHA-256=" + digest), List.of()).checksums())
                .containsExactly(SHA_256);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "SHA-256", "SHA-256=", "SHA-256=AAAA", "SHA-256=!!!!",
        "SHA-256=::", "UNIXsum=30637", "sha-256=:AAAA", ",,,"})
    void otherDigestsAreIgnored(String value) {
        assertThat(digests(false, List.of(value), List.of(value)).checksums()).isEmpty();
    }

    @Test
    void randomHeadersAreReadOrIgnored() {
        Random random = new Random(6249);
        String letters = "<>;,= \t\"\\:/?#[]%arel=duplicatepri1";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder value = new StringBuilder();
            for (int length = random.nextInt(40); length > 0; length--) {
                value.append(letters.charAt(random.nextInt(letters.length())));
            }
            String text = value + "; rel=duplicate";
            assertThat(links(text, "<" + text).documents()).isEmpty();
            assertThat(digests(false, List.of(text), List.of(text)).checksums()).isEmpty();
        }
    }
}
