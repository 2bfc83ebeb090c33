package org.gridtorrent.ccm.dataset.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Contents;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.http.Reply;
import org.gridtorrent.ccm.site.FileSource;
import org.gridtorrent.ccm.ui.Messages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests for single files of published data sets. Safe for use by several threads. */
public final class Downloads {
    private static final Logger LOG = LoggerFactory.getLogger(Downloads.class);
    private static final int TAG_BYTES = 8;

    private final Contents contents;
    private final Manifests manifests;
    private final Optional<FileSource> source;
    private final Messages messages;
    private final InstantSource clock;

    /** @param source empty for pages that give no files */
    public Downloads(Contents contents, Manifests manifests, Optional<FileSource> source,
            Messages messages, InstantSource clock) {
        this.contents = contents;
        this.manifests = manifests;
        this.source = source;
        this.messages = messages;
        this.clock = clock;
    }

    /**
     * What was asked for: a file by its path below the data set's own folder, and what of it.
     *
     * @param stillKnown whether the session or the token that asked is still good
     */
    public record Request(String readerId, Content content, String path, String range,
            String condition, BooleanSupplier stillKnown) {}

    /** Whether files of the data set are given at all. */
    public boolean offers(Content content) {
        return source.isPresent() && content.state() == Content.State.PUBLISHED;
    }

    /** Of a content that the reader was found to be allowed to see. */
    public Reply.Part answer(Request request) {
        Content content = request.content();
        FileSource from = source.filter(_ -> offers(content)).orElseThrow(Refusal::notFound);
        long length = manifests.of(request.readerId(), content).map(Manifest::files)
                .map(files -> files.length(request.path())).orElse(OptionalLong.empty())
                .orElseThrow(Refusal::notFound);
        String tag = tag(content, request.path());
        ByteRange range = ByteRange.of(request.range(), request.condition(), tag, length);
        return new Reply.Part(range.status(),
                FileHeaders.of(request.path(), tag, range, length), range.to() - range.from(),
                () -> begin(from, request, range));
    }

    private Reply.Body begin(FileSource from, Request request, ByteRange range)
            throws IOException {
        try {
            return new Transfer(from.open(request.readerId(), request.content(), request.path(),
                    range.from(), range.to()), () -> stillAllowed(request), clock);
        } catch (FileSource.NotNow notNow) {
            throw switch (notNow.reason()) {
                case BUSY -> Refusal.of(503, messages.text("file.busy"));
                case YOURS -> Refusal.of(503, messages.text("file.yours"));
                case UNREACHABLE -> Refusal.of(504, messages.text("file.unreachable"));
                case NO_ROOM -> {
                    LOG.warn("no room here for a file of {}: {}", request.content().id(),
                            notNow.getMessage());
                    yield Refusal.of(507, messages.text("file.noroom"));
                }
            };
        } catch (IOException e) {
            LOG.warn("a file of {} cannot be read", request.content().id(), e);
            throw Refusal.of(504, messages.text("file.unreachable"));
        }
    }

    private boolean stillAllowed(Request request) {
        return request.stillKnown().getAsBoolean()
                && contents.find(request.readerId(), request.content().id()).filter(this::offers)
                        .isPresent();
    }

    /** An info-hash stands for exactly these files. */
    private static String tag(Content content, String path) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(path.getBytes(StandardCharsets.UTF_8));
            return '"' + content.infoHash().orElseThrow() + "-"
                    + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
