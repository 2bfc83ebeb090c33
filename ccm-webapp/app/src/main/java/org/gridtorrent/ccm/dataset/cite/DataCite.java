package org.gridtorrent.ccm.dataset.cite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.gridtorrent.catalog.metadata.Creator;
import org.gridtorrent.catalog.metadata.Licence;

/** A data set in DataCite's metadata schema 4, as XML and as JSON. */
public final class DataCite {
    private static final String NAMESPACE = "http://datacite.org/schema/kernel-4";
    private static final String SCHEMA = NAMESPACE
            + " http://schema.datacite.org/meta/kernel-4/metadata.xsd";
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

    private static final String ORCID = "https://orcid.org";
    private static final ObjectMapper JSON = new ObjectMapper();

    private DataCite() {}

    public static String xml(Citable work) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.setDefaultNamespace(NAMESPACE);
            xml.writeStartElement(NAMESPACE, "resource");
            xml.writeDefaultNamespace(NAMESPACE);
            xml.writeNamespace("xsi", INSTANCE);
            xml.writeAttribute("xsi", INSTANCE, "schemaLocation", SCHEMA);
            mandatory(xml, work);
            optional(xml, work);
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("texts can be written to memory", e);
        }
        return text.toString();
    }

    private static void mandatory(XMLStreamWriter xml, Citable work) throws XMLStreamException {
        element(xml, "identifier", "identifierType", "URL", work.url().toString());
        xml.writeStartElement(NAMESPACE, "creators");
        for (Creator creator : work.creators()) {
            creator(xml, creator);
        }
        xml.writeEndElement();
        xml.writeStartElement(NAMESPACE, "titles");
        element(xml, "title", work.title());
        xml.writeEndElement();
        element(xml, "publisher", work.publisher());
        element(xml, "publicationYear", Integer.toString(work.year()));
        element(xml, "resourceType", "resourceTypeGeneral", "Dataset", "Data set");
    }

    private static void creator(XMLStreamWriter xml, Creator creator) throws XMLStreamException {
        xml.writeStartElement(NAMESPACE, "creator");
        element(xml, "creatorName", "nameType", "Personal", creator.name());
        if (!creator.orcid().isEmpty()) {
            xml.writeStartElement(NAMESPACE, "nameIdentifier");
            xml.writeAttribute("nameIdentifierScheme", "ORCID");
            xml.writeAttribute("schemeURI", ORCID);
            xml.writeCharacters(creator.orcid());
            xml.writeEndElement();
        }
        if (!creator.affiliation().isEmpty()) {
            element(xml, "affiliation", creator.affiliation());
        }
        xml.writeEndElement();
    }

    private static void about(XMLStreamWriter xml, Citable work) throws XMLStreamException {
        List<String> subjects = subjects(work);
        if (!subjects.isEmpty()) {
            xml.writeStartElement(NAMESPACE, "subjects");
            for (String subject : subjects) {
                element(xml, "subject", subject);
            }
            xml.writeEndElement();
        }
        Licence licence = work.metadata().licence();
        if (licence.isStated()) {
            xml.writeStartElement(NAMESPACE, "rightsList");
            element(xml, "rights", "rightsURI", licence.address(), licence.code());
            xml.writeEndElement();
        }
    }

    private static List<String> subjects(Citable work) {
        List<String> subjects = new ArrayList<>(work.metadata().keywords());
        work.subject().ifPresent(subjects::addFirst);
        return subjects;
    }

    private static void optional(XMLStreamWriter xml, Citable work) throws XMLStreamException {
        about(xml, work);
        xml.writeStartElement(NAMESPACE, "dates");
        element(xml, "date", "dateType", "Available", work.day());
        xml.writeEndElement();
        xml.writeStartElement(NAMESPACE, "alternateIdentifiers");
        for (Identifier other : others(work)) {
            element(xml, "alternateIdentifier", "alternateIdentifierType", other.type(),
                    other.text());
        }
        xml.writeEndElement();
        if (work.previous().isPresent()) {
            xml.writeStartElement(NAMESPACE, "relatedIdentifiers");
            xml.writeStartElement(NAMESPACE, "relatedIdentifier");
            xml.writeAttribute("relatedIdentifierType", "URL");
            xml.writeAttribute("relationType", "IsNewVersionOf");
            xml.writeCharacters(work.previous().get().toString());
            xml.writeEndElement();
            xml.writeEndElement();
        }
        xml.writeStartElement(NAMESPACE, "sizes");
        for (String size : sizes(work)) {
            element(xml, "size", size);
        }
        xml.writeEndElement();
        if (work.version().isPresent()) {
            element(xml, "version", work.version().get());
        }
        if (!work.description().isBlank()) {
            xml.writeStartElement(NAMESPACE, "descriptions");
            element(xml, "description", "descriptionType", "Abstract", work.description());
            xml.writeEndElement();
        }
    }

    private static void element(XMLStreamWriter xml, String name, String text)
            throws XMLStreamException {
        xml.writeStartElement(NAMESPACE, name);
        xml.writeCharacters(printable(text));
        xml.writeEndElement();
    }

    private static void element(XMLStreamWriter xml, String name, String attribute, String value,
            String text) throws XMLStreamException {
        xml.writeStartElement(NAMESPACE, name);
        xml.writeAttribute(attribute, value);
        xml.writeCharacters(printable(text));
        xml.writeEndElement();
    }

    /** XML 1.0 has no way to write most control characters, nor halves of surrogate pairs. */
    private static String printable(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().filter(DataCite::isPrintable).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isPrintable(int letter) {
        boolean text = letter >= ' ' && letter < Character.MIN_SURROGATE;
        boolean behind = letter > Character.MAX_SURROGATE && letter < 0xfffe;
        return text || behind || letter > 0xffff || letter == '\t' || letter == '\n'
                || letter == '\r';
    }

    /** The attributes of a record as DataCite's own JSON has them. */
    public static String json(Citable work) {
        try {
            return JSON.writeValueAsString(record(work));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers can be written", e);
        }
    }

    private static Map<String, Object> record(Citable work) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("schemaVersion", NAMESPACE);
        record.put("identifiers", List.of(
                Map.of("identifier", work.url().toString(), "identifierType", "URL")));
        record.put("alternateIdentifiers", others(work).stream()
                .map(other -> Map.of("alternateIdentifier", other.text(),
                        "alternateIdentifierType", other.type()))
                .toList());
        record.put("creators", work.creators().stream().map(DataCite::creator).toList());
        record.put("titles", List.of(Map.of("title", work.title())));
        record.put("publisher", Map.of("name", work.publisher()));
        record.put("publicationYear", Integer.toString(work.year()));
        record.put("types", Map.of("resourceTypeGeneral", "Dataset", "resourceType", "Data set"));
        record.put("subjects",
                subjects(work).stream().map(subject -> Map.of("subject", subject)).toList());
        Licence licence = work.metadata().licence();
        record.put("rightsList", licence.isStated()
                ? List.of(Map.of("rights", licence.code(), "rightsUri", licence.address()))
                : List.of());
        record.put("dates", List.of(Map.of("date", work.day(), "dateType", "Available")));
        record.put("sizes", sizes(work));
        work.version().ifPresent(version -> record.put("version", version));
        work.previous().ifPresent(url -> record.put("relatedIdentifiers",
                List.of(Map.of("relatedIdentifier", url.toString(), "relatedIdentifierType",
                        "URL", "relationType", "IsNewVersionOf"))));
        if (!work.description().isBlank()) {
            record.put("descriptions", List.of(Map.of("description", work.description(),
                    "descriptionType", "Abstract")));
        }
        return record;
    }

    private static Map<String, Object> creator(Creator creator) {
        Map<String, Object> person = new LinkedHashMap<>();
        person.put("name", creator.name());
        person.put("nameType", "Personal");
        if (!creator.orcid().isEmpty()) {
            person.put("nameIdentifiers", List.of(Map.of("nameIdentifier", creator.orcid(),
                    "nameIdentifierScheme", "ORCID", "schemeUri", ORCID)));
        }
        if (!creator.affiliation().isEmpty()) {
            person.put("affiliation", List.of(Map.of("name", creator.affiliation())));
        }
        return person;
    }

    private record Identifier(String type, String text) {}

    private static List<Identifier> others(Citable work) {
        List<Identifier> others = new ArrayList<>();
        others.add(new Identifier("Local", work.id()));
        work.infoHash().ifPresent(hash -> others.add(new Identifier("BitTorrent info-hash", hash)));
        work.sha256().ifPresent(hash -> others.add(new Identifier("SHA-256", hash)));
        return others;
    }

    private static List<String> sizes(Citable work) {
        return List.of(work.length() + " bytes", work.files() + " files");
    }
}
