package org.gridtorrent.client.share;

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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.gridtorrent.client.disk.DurableFile;
import org.gridtorrent.client.disk.StateFile;
import org.gridtorrent.client.tracker.Task;
import org.gridtorrent.client.tracker.Task.Kind;
import org.gridtorrent.engine.Engine;
import org.gridtorrent.metainfo.InfoHash;
import org.gridtorrent.metainfo.Metainfo;
import org.gridtorrent.metainfo.MetainfoException;
import org.gridtorrent.metainfo.create.PreviousHashes;
import org.gridtorrent.metainfo.create.SourceStamp;
import org.gridtorrent.terminal.Json;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this device holds, on disk: a folder per content, named by its info-hash.
 *
 * <p>The note is written last, so a folder without one is a content that was never begun.
 */
public final class ContentStore {
    private static final Logger LOG = LoggerFactory.getLogger(ContentStore.class);
    private static final String NOTE = "content.json";
    private static final String METAINFO = "metainfo.torrent";
    private static final String STAMPS = "hashed.json";
    private static final String NOTE_LOSS = "unless a task tells what it said, the data set is not"
            + " shared any more; its files stay where they are: gridtorrent dataset seed ID --dir DIR";
    private static final String METAINFO_LOSS = "the tracker is asked for it again";
    private static final String STAMPS_LOSS = "files are hashed again before a next version";

    private final JsonMapper json = Json.MAPPER;
    private final Path folder;

    /** The note's form. */
    private record Note(String contentId, String title, String directory, boolean inPlace,
            boolean stopped, @Nullable String uploadLimit, @Nullable String downloadLimit,
            @Nullable String mountPoint) {
        Note {
            Objects.requireNonNull(contentId, "it names no content");
            Objects.requireNonNull(title, "it has no title");
            if (!Path.of(directory).isAbsolute()) {
                throw new IllegalArgumentException("it names no folder");
            }
        }

        Holding of(Metainfo metainfo) {
            return new Holding(metainfo, contentId, title, Path.of(directory), inPlace, stopped,
                    uploadLimit, downloadLimit,
                    mountPoint == null ? null : Path.of(mountPoint));
        }
    }

    /** What is held, but for its metainfo, which is damaged or missing. */
    record Incomplete(InfoHash infoHash, String contentId, String title,
            Function<Metainfo, Holding> whole) {
        /** Throws when it is another content's. */
        Holding with(Metainfo metainfo) throws MetainfoException {
            if (!metainfo.infoHash().equals(infoHash)) {
                throw new MetainfoException("it is another content's");
            }
            return whole.apply(metainfo);
        }
    }

    public ContentStore(Path folder) {
        this.folder = folder;
    }

    public void save(Holding holding) throws IOException {
        Path place = folder.resolve(holding.infoHash().hex());
        DurableFile.write(place.resolve(METAINFO), holding.metainfo().encoded());
        Note note = new Note(holding.contentId(), holding.title(), holding.directory().toString(),
                holding.inPlace(), holding.stopped(), holding.uploadLimit(),
                holding.downloadLimit(),
                holding.mountPoint() == null ? null : holding.mountPoint().toString());
        StateFile.write(place.resolve(NOTE), json.writeValueAsBytes(note));
    }

    /** The content's data stay; only the memory of them goes. */
    void forget(InfoHash infoHash) throws IOException {
        Path place = folder.resolve(infoHash.hex());
        DurableFile.delete(place.resolve(NOTE));
        DurableFile.delete(StateFile.aside(place.resolve(NOTE)));
    }

    /** Writes damaged notes anew from the last task of each content, where one tells what they said. */
    void restoreNotes(List<Task> tasks) throws IOException {
        for (Path place : places()) {
            if (note(place).isEmpty() && Files.exists(StateFile.aside(place.resolve(NOTE)))) {
                Metainfo metainfo = metainfo(place).orElse(null);
                if (metainfo != null) {
                    restoreNote(metainfo, tasks);
                }
            }
        }
    }

    private void restoreNote(Metainfo metainfo, List<Task> tasks) throws IOException {
        List<Task> ofContent = tasks.stream()
                .filter(task -> metainfo.infoHash().hex().equals(task.infoHash())).toList();
        Optional<Holding> last = ofContent.stream()
                .flatMap(task -> holdingOf(task, metainfo).stream()).reduce((_, later) -> later);
        if (last.isPresent()) {
            save(last.get().stopped(ofContent.getLast().kind() == Kind.STOP));
            LOG.info("{}: its note was written anew, from what its task tells", last.get().title());
        }
    }

    /** What was never claimed to be written to is somebody's own. */
    private Optional<Holding> holdingOf(Task task, Metainfo metainfo) {
        boolean tells = task.kind() == Kind.DOWNLOAD || task.kind() == Kind.REPAIR
                || task.kind() == Kind.PUBLISH;
        boolean inPlace = !Engine.mayOverwrite(journal(metainfo.infoHash()));
        return task.location() == null || !tells
                ? Optional.empty()
                : Optional.ofNullable(Path.of(task.location()).getParent())
                        .map(directory -> new Holding(metainfo, task.contentId(), task.title(),
                                directory, inPlace, false, null, null, null));
    }

    List<Holding> all() throws IOException {
        List<Holding> holdings = new ArrayList<>();
        for (Path place : places()) {
            Note note = note(place).orElse(null);
            if (note != null) {
                metainfo(place).map(note::of).ifPresent(holdings::add);
            }
        }
        return holdings;
    }

    List<Incomplete> incomplete() throws IOException {
        List<Incomplete> incomplete = new ArrayList<>();
        for (Path place : places()) {
            Note note = note(place).orElse(null);
            if (note != null && metainfo(place).isEmpty()) {
                incomplete.add(new Incomplete(InfoHash.ofHex(name(place)), note.contentId,
                        note.title, note::of));
            }
        }
        return incomplete;
    }

    private List<Path> places() throws IOException {
        List<Path> places = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, Files::isDirectory)) {
            found.forEach(places::add);
        } catch (NoSuchFileException e) {
            return List.of(); // a new home
        }
        return places;
    }

    private static String name(Path place) {
        return String.valueOf(place.getFileName());
    }

    Optional<Holding> ofContent(String contentId) throws IOException {
        return all().stream().filter(holding -> holding.contentId().equals(contentId)).findFirst();
    }

    private Optional<Note> note(Path place) throws IOException {
        Path file = place.resolve(NOTE);
        Optional<byte[]> bytes = StateFile.read(file, NOTE_LOSS);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(json.readValue(bytes.get(), Note.class));
        } catch (JacksonException e) {
            StateFile.setAside(file, e.getOriginalMessage(), NOTE_LOSS);
            return Optional.empty();
        }
    }

    private static Optional<Metainfo> metainfo(Path place) throws IOException {
        Path file = place.resolve(METAINFO);
        Optional<byte[]> bytes = DurableFile.read(file);
        if (bytes.isEmpty()) {
            return Optional.empty();
        }
        try {
            Metainfo metainfo = Metainfo.parse(bytes.get());
            if (metainfo.infoHash().hex().equals(name(place))) {
                return Optional.of(metainfo);
            }
            StateFile.setAside(file, "its hash is another", METAINFO_LOSS);
        } catch (MetainfoException e) {
            StateFile.setAside(file, String.valueOf(e.getMessage()), METAINFO_LOSS);
        }
        return Optional.empty();
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
        StateFile.write(journal(infoHash).resolve(STAMPS), json.writeValueAsBytes(stamps));
    }

    /** Empty for what was not hashed where it lies. */
    Optional<PreviousHashes> hashedBefore(Holding holding) throws IOException {
        Path place = journal(holding.infoHash());
        Path file = place.resolve(STAMPS);
        Optional<byte[]> written = StateFile.read(file, STAMPS_LOSS);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        try {
            Map<Integer, SourceStamp> stamps = json.readValue(written.get(),
                    new TypeReference<>() {
                    });
            return Optional.of(new PreviousHashes(holding.metainfo(), stamps,
                    Engine.recordedPieces(holding.metainfo(), place)::has));
        } catch (JacksonException | RuntimeException e) {
            StateFile.setAside(file, String.valueOf(e.getMessage()), STAMPS_LOSS);
            return Optional.empty();
        }
    }

    /** Where the engine keeps the content's journal. */
    Path journal(InfoHash infoHash) {
        return folder.resolve(infoHash.hex()).resolve("journal");
    }
}
