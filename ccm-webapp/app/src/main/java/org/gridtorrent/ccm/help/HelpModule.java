package org.gridtorrent.ccm.help;

import org.gridtorrent.ccm.http.FeatureModule;
import org.gridtorrent.ccm.http.Routes;

/** The help pages, for everybody. */
public final class HelpModule implements FeatureModule {
    @Override
    public void routes(Routes routes) {
        var help = new HelpPages();
        routes.getOpen("/help", _ -> help.start()).getOpen("/help/{name}", help::show)
                .getOpen("/help/images/{name}", help::image);
    }
}
