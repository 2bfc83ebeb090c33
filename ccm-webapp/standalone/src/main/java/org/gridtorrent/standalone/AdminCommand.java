package org.gridtorrent.standalone;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.gridtorrent.standalone.admin.AdminAnswer;
import org.gridtorrent.standalone.admin.AdminClient;
import org.gridtorrent.standalone.admin.AdminRequest;
import org.gridtorrent.standalone.cli.Invocation;
import org.gridtorrent.standalone.home.SiteHome;

/** A command that is one request to whoever holds the home. */
abstract class AdminCommand implements Callable<Integer> {
    private final Invocation invocation;

    AdminCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    abstract AdminRequest request() throws IOException;

    @Override
    public final Integer call() throws Exception {
        AdminAnswer answer = new AdminClient(new SiteHome(invocation.home())).carryOut(request())
                .orFail();
        invocation.output().answer(answer.value(), answer.lines());
        return answer.exitStatus();
    }

    final Invocation invocation() {
        return invocation;
    }
}
