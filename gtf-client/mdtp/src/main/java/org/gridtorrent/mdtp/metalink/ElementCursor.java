package org.gridtorrent.mdtp.metalink;

import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.gridtorrent.metainfo.DisplayText;

/**
 * Cursor over the elements of a hostile XML document.
 *
 * <p>A DOCTYPE is refused, and with it every entity of its own. Depth and text are limited; attributes and
 * names are limited by the JDK. Each method that throws names the line.
 */
final class ElementCursor {
    private static final int MAX_DEPTH = 32;

    private final XMLStreamReader xml;
    private int depth;

    /** A cursor at the root element. */
    ElementCursor(byte[] document) throws MetalinkException {
        // The JDK's own parser: another one on the class path may not know these properties.
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        try {
            xml = factory.createXMLStreamReader(XmlEncoding.reader(document));
        } catch (XMLStreamException e) {
            throw new MetalinkException("line 1: not well-formed XML");
        }
        while (depth == 0) {
            next();
        }
    }

    private int next() throws MetalinkException {
        int event;
        try {
            event = xml.next();
        } catch (XMLStreamException e) {
            throw malformed("not well-formed XML");
        }
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                if (++depth > MAX_DEPTH) {
                    throw malformed("elements are nested deeper than " + MAX_DEPTH);
                }
            }
            case XMLStreamConstants.END_ELEMENT -> depth--;
            case XMLStreamConstants.DTD -> throw malformed("it has a DOCTYPE, which is refused");
            case XMLStreamConstants.ENTITY_REFERENCE ->
                throw malformed("it has an entity of its own, which is refused");
            default -> {
            }
        }
        return event;
    }

    /** Moves to the next child of the element whose start, or whose child's end, it is at; false at its end. */
    boolean nextChild() throws MetalinkException {
        while (true) {
            int event = next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
        }
    }

    String namespace() {
        return xml.getNamespaceURI() == null ? "" : xml.getNamespaceURI();
    }

    String name() {
        return xml.getLocalName();
    }

    /** Attribute of no namespace. */
    Optional<String> attribute(String name) {
        return attribute(XMLConstants.NULL_NS_URI, name);
    }

    Optional<String> attribute(String namespace, String name) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String found = xml.getAttributeNamespace(i);
            if (xml.getAttributeLocalName(i).equals(name)
                    && namespace.equals(found == null ? "" : found)) {
                return Optional.of(xml.getAttributeValue(i));
            }
        }
        return Optional.empty();
    }

    /** Moves to the element's end. */
    void skip() throws MetalinkException {
        int outside = depth - 1;
        while (depth > outside) {
            next();
        }
    }

    /** Moves to the element's end and returns its text, without white space around it. */
    String text(int limit) throws MetalinkException {
        String name = name();
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA,
                        XMLStreamConstants.SPACE -> {
                    text.append(xml.getText());
                    if (text.length() > limit) {
                        throw malformed("the text of %s is longer than %d characters"
                                .formatted(name, limit));
                    }
                }
                case XMLStreamConstants.START_ELEMENT -> skip();
                case XMLStreamConstants.END_ELEMENT -> {
                    return text.toString().strip();
                }
                default -> {
                }
            }
        }
    }

    /** Reads what follows the root element, which may be comments only. */
    void end() throws MetalinkException {
        while (next() != XMLStreamConstants.END_DOCUMENT) {
            // comments and white space
        }
    }

    MetalinkException malformed(String why) {
        return new MetalinkException("line %d: %s".formatted(
                Math.max(1, xml.getLocation().getLineNumber()), DisplayText.escape(why)));
    }
}
