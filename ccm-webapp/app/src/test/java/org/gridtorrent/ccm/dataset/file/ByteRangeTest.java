package org.gridtorrent.ccm.dataset.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {
    @ParameterizedTest
    @CsvSource({"bytes=0-0,206,0,1", "bytes=5-,206,5,10", "bytes=-3,206,7,10",
        "bytes=-99,206,0,10", "bytes=2-99,206,2,10", "bytes=10-,416,0,0", "bytes=-0,416,0,0",
        "bytes=5-4,200,0,10", "bytes=-,200,0,10", "'bytes=0-1,4-5',200,0,10",
        "lines=0-1,200,0,10", "bytes=x-1,200,0,10",
        "bytes=0-99999999999999999999999,200,0,10", "'',200,0,10"})
    void ranges_ofTenBytes(String header, int status, long from, long to) {
        assertThat(ByteRange.of(header, "", "\"t\"", 10))
                .isEqualTo(new ByteRange(status, from, to));
    }
}
