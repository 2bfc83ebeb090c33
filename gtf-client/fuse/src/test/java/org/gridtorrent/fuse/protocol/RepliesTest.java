package org.gridtorrent.fuse.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Offsets are those of the structures in {@code linux/fuse.h}. */
class RepliesTest {
    private static final Attributes ATTRIBUTES = new Attributes(77, 1000,
            Attributes.REGULAR_FILE | 0444, 1, 1001, 1002, Instant.ofEpochSecond(1, 2),
            Instant.ofEpochSecond(3, 4), Instant.ofEpochSecond(5, 6));

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void headerHasTheWholeLength() {
        MemorySegment header = Replies.header(arena, 9, 104);

        assertThat(header.get(Layouts.INT, 0)).isEqualTo(120);
        assertThat(header.get(Layouts.INT, 4)).isZero();
        assertThat(header.get(Layouts.LONG, 8)).isEqualTo(9);
        assertThat(Replies.error(arena, 9, 30).get(Layouts.INT, 4)).isEqualTo(-30);
    }

    @Test
    void agreesOnFeaturesThatBothHave() {
        long all = 0xffffffffffffffffL;

        MemorySegment reply = Replies.init(arena, new Request.Init(7, 45, 131072, all));

        assertThat(reply.byteSize()).isEqualTo(64);
        assertThat(reply.get(Layouts.INT, 4)).isEqualTo(Replies.MINOR);
        assertThat(Integer.toUnsignedLong(reply.get(Layouts.INT, 12))).isEqualTo(InitFlags.WANTED);
        assertThat(reply.get(Layouts.INT, 20)).isEqualTo(Replies.MAX_WRITE);
        MemorySegment old = Replies.init(arena, new Request.Init(7, 31, 0, InitFlags.ASYNC_READ));
        assertThat(old.get(Layouts.INT, 4)).isEqualTo(31);
        assertThat(old.get(Layouts.INT, 12)).isEqualTo((int) InitFlags.ASYNC_READ);
    }

    @Test
    void entryHasNodeValidityAndAttributes() {
        MemorySegment entry = Replies.entry(arena, 5, ATTRIBUTES, Duration.ofMillis(1500));

        assertThat(entry.byteSize()).isEqualTo(128);
        assertThat(entry.get(Layouts.LONG, 0)).isEqualTo(5);
        assertThat(entry.get(Layouts.LONG, 16)).isEqualTo(1);
        assertThat(entry.get(Layouts.INT, 36)).isEqualTo(500_000_000);
        assertThat(entry.get(Layouts.LONG, 40)).isEqualTo(77);
        assertThat(entry.get(Layouts.LONG, 48)).isEqualTo(1000);
        assertThat(entry.get(Layouts.LONG, 56)).isEqualTo(2);
        assertThat(entry.get(Layouts.LONG, 72)).isEqualTo(3);
        assertThat(entry.get(Layouts.INT, 92)).isEqualTo(4);
        assertThat(entry.get(Layouts.INT, 100)).isEqualTo(0100444);
        assertThat(entry.get(Layouts.INT, 108)).isEqualTo(1001);
    }

    @Test
    void invalidationsAreNotifications() {
        MemorySegment node = Replies.invalidateNode(arena, 5);
        MemorySegment entry = Replies.invalidateEntry(arena, 5, "ä");

        assertThat(node.byteSize()).isEqualTo(40);
        assertThat(node.get(Layouts.LONG, 8)).isZero();
        assertThat(entry.get(Layouts.INT, 0)).isEqualTo((int) entry.byteSize()).isEqualTo(35);
        assertThat(entry.get(Layouts.INT, 24)).isEqualTo(2);
    }

    @Test
    void pageHasWholeEntriesOnly() {
        DirectoryPage page = new DirectoryPage(arena.allocate(100));

        assertThat(page.add("first", Attributes.DIRECTORY, 1)).isTrue();
        assertThat(page.add("second-name", Attributes.REGULAR_FILE, 2)).isTrue();
        assertThat(page.add("third-name-", Attributes.REGULAR_FILE, 3)).isFalse();

        MemorySegment encoded = page.encoded();
        assertThat(encoded.byteSize()).isEqualTo(32 + 40);
        assertThat(encoded.get(Layouts.INT, 20)).isEqualTo(4);
        assertThat(encoded.get(Layouts.LONG, 32 + 8)).isEqualTo(2);
    }

    @Test
    void pageWithAttributesSaysWhatIsKnown() {
        DirectoryPage page = new DirectoryPage(arena.allocate(400));

        assertThat(page.addUnknown(".", Attributes.DIRECTORY, 1)).isTrue();
        assertThat(page.hasRoomFor("a")).isTrue();
        assertThat(page.add("a", 12, ATTRIBUTES, Duration.ZERO, 2)).isTrue();
        assertThat(page.hasRoomFor("b")).isFalse();

        assertThat(page.encoded().get(Layouts.LONG, 0)).isZero();
        assertThat(page.encoded().get(Layouts.LONG, 160)).isEqualTo(12);
        assertThat(page.encoded().get(Layouts.LONG, 160 + 128)).isEqualTo(77);
    }
}
