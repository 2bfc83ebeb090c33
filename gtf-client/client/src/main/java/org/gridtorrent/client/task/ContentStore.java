package org.gridtorrent.client.task;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.metainfo.HashedBefore;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.SourceStamp;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this device holds, on disk: a folder per content, named by its info-hash.
 *
 * <p>The note is written last, so a folder without one is a content that was never begun.
 */
final class ContentStore {
    private static final Logger LOG = LoggerFactory.getLogger(ContentStore.class);
    private static final String NOTE = "content.json";
    private static final String METAINFO = "metainfo.torrent";
    private static final String STAMPS = "hashed.json";

    private final JsonMapper json = Json.MAPPER;
    private final Path folder;

    /** The note's form. */
    private record Note(String contentId, String title, String directory, boolean inPlace,
            boolean stopped, @Nullable String uploadLimit, @Nullable String downloadLimit,
            @Nullable String mountPoint) {}

    ContentStore(Path folder) {
        this.folder = folder;
    }

    void save(Holding holding) throws IOException {
        Path place = folder.resolve(holding.infoHash().hex());
        DurableFile.write(place.resolve(METAINFO), holding.metainfo().encoded());
        Note note = new Note(holding.contentId(), holding.title(), holding.directory().toString(),
                holding.inPlace(), holding.stopped(), holding.uploadLimit(),
                holding.downloadLimit(),
                holding.mountPoint() == null ? null : holding.mountPoint().toString());
        DurableFile.write(place.resolve(NOTE), json.writeValueAsBytes(note));
    }

    /** The content's data stay; only the memory of them goes. */
    void forget(InfoHash infoHash) throws IOException {
        DurableFile.delete(folder.resolve(infoHash.hex()).resolve(NOTE));
    }

    List<Holding> all() throws IOException {
        List<Holding> holdings = new ArrayList<>();
        try (DirectoryStream<Path> places = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (Path place : places) {
                read(place).ifPresent(holdings::add);
            }
        } catch (NoSuchFileException e) {
            return List.of(); // a new home
        }
        return holdings;
    }

    Optional<Holding> ofContent(String contentId) throws IOException {
        return all().stream().filter(holding -> holding.contentId().equals(contentId)).findFirst();
    }

    private Optional<Holding> read(Path place) throws IOException {
        Optional<byte[]> note = DurableFile.read(place.resolve(NOTE));
        Optional<byte[]> metainfo = DurableFile.read(place.resolve(METAINFO));
        if (note.isEmpty() || metainfo.isEmpty()) {
            return Optional.empty();
        }
        try {
            Note read = json.readValue(note.get(), Note.class);
            return Optional
                    .of(new Holding(Metainfo.parse(metainfo.get()), read.contentId, read.title,
                            Path.of(read.directory), read.inPlace, read.stopped,
                            read.uploadLimit, read.downloadLimit,
                            read.mountPoint == null ? null : Path.of(read.mountPoint)));
        } catch (JacksonException | MetainfoException | RuntimeException e) {
            LOG.warn("{} is damaged and passed over: {}", place, e.getMessage());
            return Optional.empty();
        }
    }

    /** So that the engine looks at every byte again. */
    void forgetChecks(InfoHash infoHash) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(journal(infoHash))) {
            for (Path file : files) {
                DurableFile.delete(file);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} was never checked", infoHash);
        }
    }

    /**
     * How files stood before they were hashed where they lie, by their index; kept beside the journal, so
     * that it is forgotten with what was checked.
     */
    void saveStamps(InfoHash infoHash, Map<Integer, SourceStamp> stamps) throws IOException {
        DurableFile.write(journal(infoHash).resolve(STAMPS), json.writeValueAsBytes(stamps));
    }

    /** Empty for what was not hashed where it lies. */
    Optional<HashedBefore> hashedBefore(Holding holding) throws IOException {
        Path place = journal(holding.infoHash());
        Optional<byte[]> written = DurableFile.read(place.resolve(STAMPS));
        if (written.isEmpty()) {
            return Optional.empty();
        }
        try {
            Map<Integer, SourceStamp> stamps = json.readValue(written.get(),
                    new TypeReference<>() {
                    });
            return Optional.of(new HashedBefore(holding.metainfo(), stamps,
                    Engine.recordedGood(holding.metainfo(), place)::has));
        } catch (JacksonException | RuntimeException e) {
            LOG.warn("{} is damaged and passed over: {}", place, e.getMessage());
            return Optional.empty();
        }
    }

    /** Where the engine keeps the content's journal. */
    Path journal(InfoHash infoHash) {
        return folder.resolve(infoHash.hex()).resolve("journal");
    }
}
