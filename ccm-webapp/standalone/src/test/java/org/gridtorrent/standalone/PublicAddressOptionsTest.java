package org.gridtorrent.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.gridtorrent.standalone.site.PublicAddresses;
import org.gridtorrent.terminal.CommandFailure;
import org.gridtorrent.terminal.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class PublicAddressOptionsTest {
    @Command
    private static final class Options {
        @Mixin
        private final PublicAddressOptions addresses = new PublicAddressOptions();
    }

    private static PublicAddresses addresses(String... arguments) {
        return CommandLine.populateCommand(new Options(), arguments).addresses.addresses();
    }

    @Test
    void addressesAreTakenAsPeopleWriteThem() {
        PublicAddresses addresses = addresses("--host", " Lab.Example ", "--pages-url",
                "HTTP://lab_pages:8480/",
                "--tracker-url", "https://Müller.example:8481");
        assertThat(addresses.host()).isEqualTo("lab.example");
        assertThat(addresses.pages()).hasToString("http://lab_pages:8480/");
        assertThat(addresses("--pages-url", "https://lab.example/grid/").pages())
                .hasToString("https://lab.example/grid/");
        assertThat(addresses.tracker()).hasToString("https://xn--mller-kva.example:8481");
        assertThat(addresses("--host", "2001:db8::7").host()).isEqualTo("2001:db8::7");
        assertThat(addresses()).isEqualTo(PublicAddresses.AS_LISTENING);
    }

    @ParameterizedTest
    @CsvSource({"--host, lab_tracker, --host",
        "--tracker-url, https://lab_tracker:8481, lab-tracker",
        "--pages-url, https://lab_pages, underscore",
        "--host, my lab, '--host: ''my lab'' is a name that no host can have'",
        "--host, http://lab, no host can have", "--pages-url, lab:8480, has no scheme",
        "--pages-url, https://lab/a%2Fb, such as /grid",
        "--pages-url, ftp://lab, http:// or https://", "--tracker-url, http://lab:1, https://",
        "--tracker-url, https://lab, https://HOST:PORT"})
    void whatCannotBeUsed_isSaid(String option, String value, String why) {
        assertThatThrownBy(() -> addresses(option, value)).isInstanceOf(CommandFailure.class)
                .hasMessageContaining(why).hasMessageNotContaining("\n")
                .satisfies(failure -> assertThat(((CommandFailure) failure).exitStatus())
                        .isEqualTo(ExitStatus.WRONG_USAGE));
    }
}
