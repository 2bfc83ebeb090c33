package org.gridtorrent.bench.gridjet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code cat} from GridTorrent's mount. */
final class MountRead implements ReadTool {
    static final String TITLE = "GridTorrent, mount";

    private final ReadingTestbed testbed;

    MountRead(ReadingTestbed testbed) {
        this.testbed = testbed;
    }

    @Override
    public String title() {
        return TITLE;
    }

    /** Folder of a data set in the mount. */
    private Path mounted(SampleFiles files) throws IOException, InterruptedException {
        return testbed.reader().folder(testbed.id(files));
    }

    @Override
    public List<Double> read(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        return testbed.copies().seconds(files, mounted(files), limitSeconds);
    }

    @Override
    public double readAtOnce(SampleFiles files, long limitSeconds)
            throws IOException, InterruptedException {
        return testbed.copies().secondsAtOnce(files, mounted(files), limitSeconds);
    }
}
