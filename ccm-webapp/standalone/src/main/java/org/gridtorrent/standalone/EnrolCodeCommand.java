package org.gridtorrent.standalone;

import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code enrol-code USER}: a machine joins without its owner opening the pages. */
@Command(name = "enrol-code", description = "Create an enrolment code for one machine of a user.")
final class EnrolCodeCommand extends AdminCommand {
    @Parameters(paramLabel = "USER", description = "User name of the machine's owner.")
    private String user = "";

    EnrolCodeCommand(Invocation invocation) {
        super(invocation);
    }

    @Override
    AdminRequest request() {
        return new AdminRequest.MakeEnrolmentCode(user);
    }
}
