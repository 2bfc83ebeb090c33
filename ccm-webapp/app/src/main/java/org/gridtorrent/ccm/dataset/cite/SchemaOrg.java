package org.gridtorrent.ccm.dataset.cite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gridtorrent.catalog.metadata.Creator;

/** A data set in schema.org's words, as JSON-LD: what search engines and reference managers read. */
public final class SchemaOrg {
    private static final ObjectMapper JSON = new ObjectMapper();

    private SchemaOrg() {}

    /** May stand between a script's tags: it has no letter that means anything to HTML. */
    public static String json(Citable work) {
        try {
            return JSON.writeValueAsString(words(work)).replace("&", "\\u0026")
                    .replace("<", "\\u003c").replace(">", "\\u003e");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can be written", e);
        }
    }

    private static Map<String, Object> person(Creator creator) {
        Map<String, Object> person = new LinkedHashMap<>();
        person.put("@type", "Person");
        person.put("name", creator.name());
        if (!creator.orcid().isEmpty()) {
            person.put("@id", "https://orcid.org/" + creator.orcid());
        }
        if (!creator.affiliation().isEmpty()) {
            person.put("affiliation",
                    Map.of("@type", "Organization", "name", creator.affiliation()));
        }
        return person;
    }

    private static Map<String, Object> words(Citable work) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("@context", "https://schema.org/");
        words.put("@type", "Dataset");
        words.put("@id", work.url().toString());
        words.put("url", work.url().toString());
        words.put("name", work.title());
        if (!work.description().isBlank()) {
            words.put("description", work.description());
        }
        words.put("creator", work.creators().stream().map(SchemaOrg::person).toList());
        words.put("publisher", Map.of("@type", "Organization", "name", work.publisher()));
        words.put("datePublished", work.day());
        work.version().ifPresent(version -> words.put("version", version));
        work.previous().ifPresent(url -> words.put("isBasedOn", url.toString()));
        if (!work.metadata().keywords().isEmpty()) {
            words.put("keywords", work.metadata().keywords());
        }
        work.subject().ifPresent(subject -> words.put("about", subject));
        if (work.metadata().licence().isStated()) {
            words.put("license", work.metadata().licence().address());
        }
        words.put("size", work.length() + " bytes");
        words.put("identifier", List.of(work.id()));
        work.infoHash().ifPresent(hash -> words.put("identifier",
                List.of(work.id(), "urn:btih:" + hash)));
        return words;
    }
}
