package org.gridtorrent.ccm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.ccm.site.FileSource;
import org.jspecify.annotations.Nullable;

/** Files as they lie in the folder that was published last, sent as a test wants them sent. */
public final class FolderFiles implements FileSource {
    private volatile Optional<Path> folder = Optional.empty();
    private volatile Optional<Reason> refusal = Optional.empty();
    private volatile UnaryOperator<InputStream> line = UnaryOperator.identity();

    void are(Path published) {
        folder = Optional.of(published);
    }

    void refuse(@Nullable Reason why) {
        refusal = Optional.ofNullable(why);
    }

    void sendThrough(UnaryOperator<InputStream> wrapper) {
        line = wrapper;
    }

    @Override
    public InputStream open(String readerId, Content content, String path, long from, long to)
            throws IOException {
        if (refusal.isPresent()) {
            throw new NotNow(refusal.get(), "a test wants it so");
        }
        byte[] all = Files.readAllBytes(folder.orElseThrow().resolve(path));
        return line.apply(new ByteArrayInputStream(
                Arrays.copyOfRange(all, Math.toIntExact(from), Math.toIntExact(to))));
    }
}
