import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.script.expression.ExpressionPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * An OpenSearch cluster of one node on the loopback interface. Arguments: the data folder, the HTTP port (0: any free port) and further
 * settings (NAME=VALUE). Prints its address when it accepts requests. Ends when its standard input ends, so it never outlives its parent.
 */
public class TestNode extends Node {
  private TestNode(Settings settings) {
    super(
      InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "test"),
      List.of(
        Netty4Plugin.class,
        CommonAnalysisPlugin.class,
        PainlessPlugin.class,
        ExpressionPlugin.class,
        MapperExtrasPlugin.class,
        ReindexPlugin.class
      ),
      true
    );
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder()
      .put("path.home", arguments[0])
      .put("path.data", Path.of(arguments[0], "data").toString())
      .put("cluster.name", "test")
      .put("discovery.type", "single-node")
      .put("http.type", Netty4Plugin.NETTY_HTTP_TRANSPORT_NAME)
      .put("transport.type", Netty4Plugin.NETTY_TRANSPORT_NAME)
      .put("network.host", "127.0.0.1")
      .put("http.port", arguments[1])
      .put("transport.port", "0")
      // The disk of a test machine may be almost full.
      .put("cluster.routing.allocation.disk.threshold_enabled", false)
      .put("cluster.max_shards_per_node", 10_000)
      // Scripts are compiled for each combination of their source and parameters; tests send many.
      .put("script.disable_max_compilations_rate", true);
    for (int i = 2; i < arguments.length; i++) {
      String[] pair = arguments[i].split("=", 2);
      settings.put(pair[0], pair[1]);
    }
    TestNode node = new TestNode(settings.build());
    node.start();
    InetSocketAddress address = node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress().address();
    System.out.println("http://127.0.0.1:" + address.getPort());
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }
}
