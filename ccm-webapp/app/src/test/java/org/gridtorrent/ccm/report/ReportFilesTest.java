package org.gridtorrent.ccm.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.gridtorrent.catalog.db.ResultPage;
import org.gridtorrent.ccm.http.Refusal;
import org.gridtorrent.ccm.ui.Messages;
import org.junit.jupiter.api.Test;

class ReportFilesTest {

    @Test
    void aFileWithTooManyRights_saysSoAndWhatToDo() {
        assertThatThrownBy(() -> ReportFiles.file(new Messages(false), "access.csv",
                new ResultPage<>(List.of(), true))).isInstanceOf(Refusal.class)
                .hasMessageContaining("more than 100,000 rights")
                .hasMessageContaining("Filter them");
    }
}
