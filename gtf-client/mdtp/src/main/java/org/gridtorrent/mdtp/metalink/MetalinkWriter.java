package org.gridtorrent.mdtp.metalink;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.gridtorrent.mdtp.checksum.Checksum;
import org.gridtorrent.mdtp.checksum.PieceHashes;

/** Writer of Metalink 4 documents (RFC 5854), in UTF-8. */
public final class MetalinkWriter {
    private static final String INDENT = "  ";

    private final XMLStreamWriter xml;

    private MetalinkWriter(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Writes a document; the stream is flushed, and stays open. */
    public static void write(Metalink metalink, OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory()
                    .createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            new MetalinkWriter(xml).document(metalink);
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
    }

    private void document(Metalink metalink) throws XMLStreamException {
        xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
        line(0);
        xml.writeStartElement("metalink");
        xml.writeDefaultNamespace(Metalink.NAMESPACE);
        for (MetalinkFile file : metalink.files()) {
            file(file);
        }
        end(0);
        xml.writeEndDocument();
    }

    private void file(MetalinkFile file) throws XMLStreamException {
        start(1, "file");
        xml.writeAttribute("name", file.path().toString());
        if (file.length().isPresent()) {
            start(2, "size");
            text(Long.toString(file.length().getAsLong()));
        }
        for (Checksum checksum : file.checksums()) {
            start(2, "hash");
            xml.writeAttribute("type", checksum.type().textualName());
            text(checksum.hex());
        }
        if (file.pieces().isPresent()) {
            pieces(file.pieces().get());
        }
        for (MetalinkUrl url : file.urls()) {
            url(url);
        }
        end(1);
    }

    private void pieces(PieceHashes pieces) throws XMLStreamException {
        start(2, "pieces");
        xml.writeAttribute("length", Long.toString(pieces.pieceLength()));
        xml.writeAttribute("type", pieces.type().textualName());
        for (byte[] hash : pieces.hashes()) {
            start(3, "hash");
            text(HexFormat.of().formatHex(hash));
        }
        end(2);
    }

    private void url(MetalinkUrl url) throws XMLStreamException {
        start(2, "url");
        if (url.location().isPresent()) {
            xml.writeAttribute("location", url.location().get());
        }
        if (url.priority() < MetalinkUrl.LOWEST_PRIORITY) {
            xml.writeAttribute("priority", Integer.toString(url.priority()));
        }
        text(url.uri().toASCIIString());
    }

    private void start(int depth, String element) throws XMLStreamException {
        line(depth);
        xml.writeStartElement(element);
    }

    private void text(String text) throws XMLStreamException {
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private void end(int depth) throws XMLStreamException {
        line(depth);
        xml.writeEndElement();
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + INDENT.repeat(depth));
    }
}
