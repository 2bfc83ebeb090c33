package org.gridtorrent.mdtp.metalink;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Character encoding of an XML document, by byte order mark or declaration (XML 1.0, appendix F).
 *
 * <p>The JDK's parser finds the encoding too, but prints malformed UTF-8 on standard error.
 */
final class XmlEncoding {
    private static final int MAX_DECLARATION = 200;
    private static final int UTF_8_MARK = 0xEFBBBF;
    private static final Pattern DECLARATION = Pattern
            .compile("<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]*)[\"']");

    private XmlEncoding() {}

    /** Characters of the document; reading fails where it holds bytes that its encoding does not have. */
    static Reader reader(byte[] document) throws MetalinkException {
        int start = prefix(document, 3) == UTF_8_MARK ? 3 : 0;
        return new InputStreamReader(
                new ByteArrayInputStream(document, start, document.length - start),
                charset(document, start).newDecoder());
    }

    private static Charset charset(byte[] document, int start) throws MetalinkException {
        int mark = prefix(document, 2);
        if (mark == 0xFEFF || mark == 0xFFFE) {
            return StandardCharsets.UTF_16;
        }
        Matcher declaration = DECLARATION.matcher(new String(document, start,
                Math.min(MAX_DECLARATION, document.length - start), StandardCharsets.ISO_8859_1));
        if (!declaration.lookingAt()) {
            return StandardCharsets.UTF_8;
        }
        try {
            return Charset.forName(declaration.group(1));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new MetalinkException(
                    "line 1: its encoding, " + declaration.group(1) + ", is not known");
        }
    }

    /** The first bytes as a number; 0 if there are not as many. */
    private static int prefix(byte[] document, int length) {
        int value = 0;
        for (int i = 0; i < length && document.length >= length; i++) {
            value = value << 8 | (document[i] & 0xFF);
        }
        return value;
    }
}
