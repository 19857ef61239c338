import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Nodes of OpenSearch in one process, until it is ended. Arguments: how many nodes, a folder. */
public class Cluster {
  public static void main(String[] told) throws Exception {
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("http.cors.enabled", true);
      settings.put("http.cors.allow-origin", "*");
      settings.put("http.cors.allow-headers", "Authorization,Content-Type");
    });
    runner.build(
        OpenSearchRunner.newConfigs()
            .numOfNode(Integer.parseInt(told[0]))
            .basePath(told[1])
            .clusterName("pagehound-test"));
    runner.ensureYellow();
    // A line asks for a node to be stopped; the end of the input, for the end of all.
    int line;
    while ((line = System.in.read()) >= 0) {
      if (line >= '0' && line <= '9') runner.getNode(line - '0').close();
    }
    runner.close();
    System.exit(0);
  }
}
