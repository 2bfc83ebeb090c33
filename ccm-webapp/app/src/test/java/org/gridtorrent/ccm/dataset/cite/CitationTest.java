package org.gridtorrent.ccm.dataset.cite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.xml.parsers.DocumentBuilderFactory;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;
import org.gridtorrent.catalog.metadata.Metadata;
import org.gridtorrent.catalog.metadata.Subject;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class CitationTest {
    private static final String KERNEL = "http://datacite.org/schema/kernel-4";
    private static final Citable WORK = new Citable("abc", "Frames of run 17", "Raw & <dark>",
            new Metadata(Optional.of(Subject.PHYSICS), List.of("frames", "R&D"),
                    List.of(new Creator("First Publisher", "0000-0002-1825-0097", "Beam line 7"),
                            Creator.named("Größer, Zweite")),
                    new Licence("CC-BY-4.0"), OptionalInt.empty(), List.of()),
            Optional.of("Physics"), "A laboratory",
            Instant.parse("2026-03-01T10:00:00Z"), Optional.of("2"),
            Optional.of(URI.create("https://lab.example/datasets/first")),
            URI.create("https://lab.example/datasets/abc"), Optional.of("0a".repeat(20)),
            Optional.of("0b".repeat(32)), 12, 3);

    @Test
    void text_hasAllThatFindsTheDataAgain() {
        assertThat(Citation.text(WORK))
                .isEqualTo("First Publisher; Größer, Zweite (2026): Frames of"
                        + " run 17. Version 2. A laboratory. Data set."
                        + " https://lab.example/datasets/abc (SHA-256 " + "0b".repeat(32) + ")");
    }

    @Test
    void bibtex_keepsNamesWholeAndSaysTexItsOwnLetters() {
        assertThat(Citation.bibtex(WORK)).startsWith("@misc{gridtorrent-abc,\n")
                .contains("author = {First Publisher and {Größer, Zweite}}",
                        "title = {{Frames of run 17}}", "year = {2026}", "version = {2}",
                        "url = {https://lab.example/datasets/abc}",
                        "keywords = {frames, R\\&D}",
                        "SHA-256 " + "0b".repeat(32) + ", info-hash " + "0a".repeat(20))
                .endsWith("}\n");
        assertThat(Citation.tex("a_b & 50 % of {x} \\end\n#1 ~^$")).isEqualTo("a\\_b \\& 50 \\% of"
                + " {\\textbraceleft}x{\\textbraceright} {\\textbackslash}end \\#1 {\\textasciitilde}{\\textasciicircum}\\$");
    }

    @Test
    void ris_isLinesOfTagsUntilItsEnd() {
        String[] lines = Citation.ris(with("Title\r\nER  - forged", "")).split("\r\n");
        assertThat(lines).startsWith("TY  - DATA", "AU  - First Publisher", "AU  - Größer, Zweite",
                "TI  - Title ER - forged", "PY  - 2026", "DA  - 2026/03/01")
                .contains("UR  - https://lab.example/datasets/abc", "ET  - 2",
                        "KW  - frames", "KW  - R&D")
                .endsWith("ER  - ");
        assertThat(lines).filteredOn(line -> line.startsWith("ER")).hasSize(1);
    }

    @Test
    void ris_ofWhatWasPublishedElsewhereBefore_hasThatYearAlone() {
        Metadata metadata = WORK.metadata();
        Citable older = new Citable("abc", "Frames", "", new Metadata(metadata.subject(),
                metadata.keywords(), metadata.creators(), metadata.licence(), OptionalInt.of(2019),
                metadata.related()), WORK.subject(), "A laboratory", WORK.published(),
                WORK.version(), WORK.previous(), WORK.url(), WORK.infoHash(), WORK.sha256(), 12, 3);
        assertThat(Citation.ris(older).split("\r\n")).contains("PY  - 2019")
                .noneMatch(line -> line.startsWith("DA") || line.contains("2026"));
    }

    @Test
    void schemaOrg_mayStandBetweenAScriptsTags() throws Exception {
        String hostile = "</script><script>alert(1)</script>&amp;\u2028\"\\";
        String json = SchemaOrg.json(with(hostile, hostile));
        assertThat(json).doesNotContain("<", ">", "&");
        JsonNode read = new ObjectMapper().readTree(json);
        assertThat(read.path("name").asText()).isEqualTo(hostile);
        assertThat(read.path("@type").asText()).isEqualTo("Dataset");
        assertThat(read.path("creator").get(1).path("name").asText()).isEqualTo("Größer, Zweite");
        assertThat(read.path("datePublished").asText()).isEqualTo("2026-03-01");
    }

    @Test
    void dataCiteXml_hasWhatTheSchemaDemands() throws Exception {
        Element resource = xml(DataCite.xml(WORK));
        assertThat(resource.getNamespaceURI()).isEqualTo(KERNEL);
        assertThat(text(resource, "identifier")).isEqualTo("https://lab.example/datasets/abc");
        assertThat(text(resource, "creatorName")).isEqualTo("First Publisher");
        assertThat(text(resource, "title")).isEqualTo("Frames of run 17");
        assertThat(text(resource, "publisher")).isEqualTo("A laboratory");
        assertThat(text(resource, "publicationYear")).isEqualTo("2026");
        assertThat(first(resource, "resourceType").getAttribute("resourceTypeGeneral"))
                .isEqualTo("Dataset");
        assertThat(text(resource, "description")).isEqualTo("Raw & <dark>");
        assertThat(first(resource, "relatedIdentifier").getAttribute("relationType"))
                .isEqualTo("IsNewVersionOf");
        assertThat(text(resource, "version")).isEqualTo("2");
        assertThat(text(resource, "nameIdentifier")).isEqualTo("0000-0002-1825-0097");
        assertThat(text(resource, "affiliation")).isEqualTo("Beam line 7");
        assertThat(text(resource, "subject")).isEqualTo("Physics");
        assertThat(first(resource, "rights").getAttribute("rightsURI"))
                .isEqualTo("https://spdx.org/licenses/CC-BY-4.0.html");
    }

    @Test
    void dataCiteXml_leavesOutWhatXmlCannotSay() throws Exception {
        assertThat(text(xml(DataCite.xml(with("bell\u0007 \ud83d\ude00 half\ud83d", "]]>"))),
                "title")).isEqualTo("bell \ud83d\ude00 half");
    }

    @Test
    void dataCiteJson_saysTheSame() throws Exception {
        JsonNode read = new ObjectMapper().readTree(DataCite.json(WORK));
        assertThat(read.path("schemaVersion").asText()).isEqualTo(KERNEL);
        assertThat(read.path("titles").get(0).path("title").asText())
                .isEqualTo("Frames of run 17");
        assertThat(read.path("creators")).hasSize(2);
        assertThat(read.path("types").path("resourceTypeGeneral").asText()).isEqualTo("Dataset");
        assertThat(read.path("alternateIdentifiers").get(2).path("alternateIdentifier").asText())
                .isEqualTo("0b".repeat(32));
    }

    private static Citable with(String title, String description) {
        return new Citable(WORK.id(), title, description, WORK.metadata(), WORK.subject(),
                WORK.publisher(),
                WORK.published(), WORK.version(), WORK.previous(), WORK.url(), WORK.infoHash(),
                WORK.sha256(), WORK.length(), WORK.files());
    }

    private static Element xml(String text) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    private static Element first(Element resource, String name) {
        return (Element) resource.getElementsByTagNameNS(KERNEL, name).item(0);
    }

    private static String text(Element resource, String name) {
        return first(resource, name).getTextContent();
    }
}
