package org.gridtorrent.client.fetch;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.gridtorrent.client.status.ReplicaMessages;
import org.gridtorrent.mdtp.http.AddressPolicy;
import org.gridtorrent.mdtp.http.Replica;
import org.gridtorrent.mdtp.http.ReplicaFaultException;
import org.gridtorrent.mdtp.http.WebDocument;
import org.gridtorrent.mdtp.metalink.Metalink;
import org.gridtorrent.mdtp.metalink.MetalinkException;
import org.gridtorrent.mdtp.metalink.MetalinkReader;
import org.gridtorrent.terminal.CommandFailure;

/**
 * Metalink from disk or from the web.
 *
 * @param policy which hosts its addresses may lead to: any, if the user has it on disk
 */
record MetalinkDocument(Metalink metalink, AddressPolicy policy) {
    /** Ending of Metalink 3; the reader refuses it in plain words. */
    private static final String OLD_SUFFIX = ".metalink";

    /** Whether the name of the file, or the path of the address, is that of a Metalink. */
    static boolean isNamedSo(String fileOrAddress) {
        String path = fileOrAddress.replaceFirst("[?#].*", "").toLowerCase(Locale.ROOT);
        return path.endsWith(Metalink.SUFFIX) || path.endsWith(OLD_SUFFIX);
    }

    /** Reads a file. */
    static MetalinkDocument read(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw CommandFailure.badInput(file + " is a folder, not a Metalink");
        }
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MetalinkReader.MAX_LENGTH + 1);
        } catch (NoSuchFileException e) {
            throw CommandFailure.notFound(file + ": no such file");
        }
        try {
            return new MetalinkDocument(MetalinkReader.parse(bytes), AddressPolicy.ANY);
        } catch (MetalinkException e) {
            throw CommandFailure.badInput(file + ": " + e.getMessage());
        }
    }

    /** Reads what lies at a web address. */
    static MetalinkDocument read(Replica place) throws IOException, InterruptedException {
        try {
            WebDocument document = WebDocument.read(place, MetalinkReader.MAX_LENGTH);
            URI address = document.address();
            return new MetalinkDocument(MetalinkReader.parse(document.bytes(), address),
                    document.linkPolicy());
        } catch (ReplicaFaultException e) {
            throw new CommandFailure(FetchExitStatus.of(e.fault()),
                    place + ": " + ReplicaMessages.describe(e.fault()));
        } catch (MetalinkException e) {
            throw CommandFailure.badInput(place + ": " + e.getMessage());
        }
    }
}
